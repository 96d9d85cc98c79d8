-- What is over for long is removed in the order in which it ended: of the largest table nothing else is read for that.
CREATE INDEX endpointcommands_finished ON endpointcommands (finisheddate);
