import { report } from '../../src/kit/report.ts';
import { typesAndControllers, uncontrolled } from './queries.ts';

export const reports = [
  report({
    key: 'machines-by-type',
    title: 'Machines by type and controller',
    about: 'How many active machines there are of each type and controller, for spare parts and upgrades.',
    stands: 'machines',
    columns: {
      machinetype: 'Machine type',
      controllertype: 'Controller',
      machines: 'Machines',
      dualpath: 'Of these dual path',
    },
    rows: (reader, { place }) => typesAndControllers.iterate(reader, place.within),
  }),
  report({
    key: 'machines-without-pc',
    title: 'Machines without a controlling PC',
    about: 'Active machines that no active PC is tied to by "controls": nobody knows what drives them.',
    stands: 'machines',
    columns: {
      assetnumber: 'Machine',
      name: 'Name',
      machinetype: 'Machine type',
      controllertype: 'Controller',
      location: 'Location',
    },
    rows: (reader, { place }) => uncontrolled.iterate(reader, place.within),
  }),
];
