// Makes sure that there is one lease at most. It stands here and not in the schema, which is migrated under the lease, by one server at a
// time: of two servers that start on an empty graph both would find it free. Harmless when run again. No parameters. Returns nothing.
CREATE CONSTRAINT lease_id IF NOT EXISTS FOR (l:Lease) REQUIRE l.id IS UNIQUE
