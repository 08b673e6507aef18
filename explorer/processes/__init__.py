"""Work that is done beside this process."""
