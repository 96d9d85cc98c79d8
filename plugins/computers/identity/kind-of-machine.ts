/** The facts of a report or a record that show the kind of machine. */
interface MachineDescription {
  /** Name in the terms of agents: Physical, VMware, lxc. */
  vmsystem?: string;
  manufacturer?: string | null;
  model?: string | null;
}

/** Container systems. They run in the kernel of their host, and see its serial number and UUID. */
const CONTAINERS =
  /^(lxc|lxd|incus|docker|podman|openvz|container|cri-?o\b|kubernetes|k8s|garden|proot|pouch|apptainer|singularity|nspawn|systemd[-_ ]?nspawn|rkt|jail|bsd ?jail|freebsd ?jail|vserver|linux[-_ ]?vserver|solaris ?zone|virtuozzo|wsl)/i;
const VIRTUAL_MAKERS =
  /vmware|qemu|innotek|xen\b|parallels|bochs|\bovirt\b|nutanix|openstack|amazon ec2|digitalocean|red hat|\bkvm\b|bhyve|hetzner|alibaba|tencent|scaleway|vultr|huawei cloud|joyent|smartdc|linode|akamai|exoscale|upcloud|ovhcloud|utm\b/i;
const VIRTUAL_MODELS =
  /virtual (machine|platform)|virtualbox|vmware|\bkvm\b|hvm domu|standard pc|bhyve|compute engine|openstack|\bahv\b|parallels|qemu|virtualmac|hvm\b/i;

/** Reports whether the machine is a container. */
export const isContainer = ({ vmsystem }: MachineDescription): boolean =>
  CONTAINERS.test(vmsystem?.trim() ?? '');

/** Reports whether an agent describes the system of a computer as virtual. */
export const isVirtualSystem = (vmsystem: string | undefined): boolean =>
  vmsystem !== undefined && !/^(?:physical)?$/i.test(vmsystem.trim());

/** Reports whether the machine is virtual, so that it can be cloned with its serial number and UUID. */
export const isVirtual = ({ vmsystem, manufacturer, model }: MachineDescription): boolean =>
  isVirtualSystem(vmsystem) || VIRTUAL_MAKERS.test(manufacturer ?? '') || VIRTUAL_MODELS.test(model ?? '');
