"""Reading rules symbolically: one Python source becomes decision trees."""
