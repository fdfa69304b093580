"""What tests run against: graphs and programs that are started for them, and the tiers of those that a machine may lack."""
