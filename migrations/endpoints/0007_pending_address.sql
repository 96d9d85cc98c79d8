-- From which address a request came that showed no key: an IPv4 address, or the network of 64 bits of an IPv6 one. No
-- address may fill the inbox. Of requests that are there it is known where it was an IPv4 address.
ALTER TABLE enrollmentrequests ADD COLUMN network TEXT;
UPDATE enrollmentrequests SET network = (
  SELECT address FROM enrollmentcandidates c
  WHERE c.requestid = enrollmentrequests.requestid AND c.address NOT LIKE '%:%' ORDER BY candidateid LIMIT 1
) WHERE state = 'pending';
DROP INDEX enrollmentrequests_oldest;
CREATE INDEX enrollmentrequests_oldest ON enrollmentrequests (state, iskeyed, network, modifieddate);
