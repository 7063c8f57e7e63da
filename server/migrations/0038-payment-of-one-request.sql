create unique index concurrently booking_requests_utr on booking_requests (tenant_id, utr) where state in ('pending', 'confirmed');
