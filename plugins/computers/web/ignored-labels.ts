/** Labels of inventory sections and report lists. */
const SECTIONS: Readonly<Record<string, string>> = {
  antivirus: 'Antivirus',
  batteries: 'Battery',
  bios: 'Firmware',
  cpus: 'Processor',
  drives: 'Volume',
  hardware: 'Computer',
  installedapps: 'Application',
  ipaddresses: 'IP address',
  lastboottime: 'Last start',
  loggedinuser: 'Logged-in user',
  manufacturer: 'Manufacturer',
  memories: 'Memory',
  model: 'Model',
  monitors: 'Monitor',
  networks: 'Network interface',
  operatingsystem: 'Operating system',
  osname: 'Operating system',
  osversion: 'Operating system, version',
  printers: 'Printer',
  softwares: 'Application',
  storages: 'Disk',
  users: 'Logged-in user',
  versionclient: 'Agent version',
  videos: 'Graphics',
  virtualmachines: 'Virtual machine',
};

/**
 * Labels of the fields of these sections. The label of any other field is its key, with blanks for
 * underscores.
 */
const FIELDS: Readonly<Record<string, string>> = {
  bdate: 'date',
  boot_time: 'last start',
  bversion: 'version',
  chassis_type: 'chassis',
  core: 'cores',
  disksize: 'size',
  encrypt_status: 'encryption',
  filesystem: 'file system',
  fqdn: 'full host name',
  free: 'free space',
  full_name: 'name',
  install_date: 'installation date',
  installdate: 'installation date',
  ipaddress: 'IP address',
  ipaddress6: 'IP address',
  kernel_version: 'version',
  lastloggeduser: 'logged-in user',
  login: 'name',
  mac: 'MAC address',
  macaddr: 'MAC address',
  mmanufacturer: 'manufacturer of the board',
  mmodel: 'model of the board',
  name: 'name',
  numslots: 'slot',
  osname: 'operating system',
  osversion: 'operating system version',
  real_capacity: 'remaining capacity',
  serial: 'serial number',
  serialnumber: 'serial number',
  smanufacturer: 'manufacturer',
  smodel: 'model',
  ssn: 'serial number',
  thread: 'threads',
  timezone: 'time zone',
  total: 'size',
  uptodate: 'state',
  uuid: 'UUID',
  vcpu: 'processors',
  virtualdev: 'virtual',
  vmtype: 'type',
  volumn: 'device',
};

/** Returns the label of an inventory field, such as "Disk, size" for `storages.disksize`. */
export function ignoredLabel(field: string): string {
  const [section = '', ...rest] = field.split('.');
  const words = rest.map((key) => FIELDS[key] ?? key.replaceAll('_', ' '));
  return [SECTIONS[section] ?? section.replaceAll('_', ' '), ...words].join(', ');
}
