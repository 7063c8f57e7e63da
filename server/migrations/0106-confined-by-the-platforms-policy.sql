-- What confines the platform's rights to one business (0046, 0058) as a condition of the policy that gives them, instead of a restrictive policy beside
-- it: Citus makes restrictive policies permissive when it copies them to shards, and there they would confine nothing. The rows are the same.
-- Shorter in total than PostgreSQL's deadlock_timeout: where a request holds one of these tables, this gives up its wait and not the request.
set local lock_timeout = '100ms';

-- kept: policy %i.confined, what it asks is a condition of the policy platform
-- kept: policy %i.platform, made again below for each verb
-- kept: policy %i.confined_insert, what it asks is a condition of the policy platform_insert
-- kept: policy %i.confined_update, what it asks is a condition of the policy platform_update
-- kept: policy %i.confined_delete, what it asks is a condition of the policy platform_delete

do $$
declare
  old record;
begin
  for old in select tablename, qual, with_check from pg_policies where schemaname = 'public' and policyname = 'confined' order by 1 loop
    execute format('alter policy platform on %I using (%s) with check (%s)', old.tablename, old.qual, old.with_check);
    execute format('drop policy confined on %I', old.tablename);
  end loop;
  -- All of these are read, and one is written.
  for old in select tablename, qual, with_check from pg_policies where schemaname = 'public' and policyname = 'confined_update' order by 1 loop
    execute format('drop policy platform on %I', old.tablename);
    execute format('create policy platform on %I for select to samay_platform using (true)', old.tablename);
    execute format('create policy platform_insert on %I for insert to samay_platform with check (%s)', old.tablename, old.with_check);
    execute format('create policy platform_update on %I for update to samay_platform using (%s) with check (%s)',
      old.tablename, old.qual, old.with_check);
    execute format('create policy platform_delete on %I for delete to samay_platform using (%s)', old.tablename, old.qual);
    execute format('drop policy confined_insert on %I', old.tablename);
    execute format('drop policy confined_update on %I', old.tablename);
    execute format('drop policy confined_delete on %I', old.tablename);
  end loop;
end
$$;
