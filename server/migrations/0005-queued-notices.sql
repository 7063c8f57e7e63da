-- Lets a business take back a queued notice: its booking was moved before it left.
grant delete on notices to samay_app;
