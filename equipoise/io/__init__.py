"""What goes in and out of files and processes: doors for what strangers bring, safe writing."""
