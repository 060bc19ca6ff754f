-- Returns whether any wallet has rows that are not counted yet. The service may not read the list itself.
CREATE FUNCTION has_count_backlog() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT 1 FROM wallet_count_backlog)
$$;

REVOKE ALL ON FUNCTION has_count_backlog() FROM PUBLIC;
