-- When a person was last seen, for the platform's list of people: over all their sessions, ended ones too, which the index of 0002 leaves out.
create index sessions_of_everybody on sessions (user_id);
