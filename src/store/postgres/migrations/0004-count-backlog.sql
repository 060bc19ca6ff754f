-- Whether rows of any wallet are still to be counted: all that the service may know of the list.
CREATE FUNCTION has_count_backlog() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT EXISTS (SELECT 1 FROM wallet_count_backlog)
$$;

REVOKE ALL ON FUNCTION has_count_backlog() FROM PUBLIC;
