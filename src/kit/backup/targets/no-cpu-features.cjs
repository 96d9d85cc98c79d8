// Replaces the native module `cpu-features` in the executables. The SSH client only uses it to choose a
// cipher.
module.exports = () => undefined;
