"""What somebody's arrival sets off: intrusion, Ambassadors, a No-Field turned over."""
