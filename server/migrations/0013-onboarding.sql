-- A business's owners change its name, hours and days on Settings. Type, status and whether it is set up stay the platform's to write.

grant update (business_name, time_slots, operating_days, updated_at) on business_profiles to samay_app;
grant update (name) on tenants to samay_app;
