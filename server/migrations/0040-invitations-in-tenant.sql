-- A business cancels and renews its own invitations itself. Who is invited, and with which role, stays the platform's to write.

grant delete, update (sent_at, expires_at) on invitations to samay_app;
