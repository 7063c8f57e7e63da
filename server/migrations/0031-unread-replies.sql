create index concurrently replies_unread on replies (tenant_id, came_at) where read_at is null;
