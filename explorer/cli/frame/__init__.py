"""What commands share: which model is meant, options, where output goes, what a mistake looks like."""
