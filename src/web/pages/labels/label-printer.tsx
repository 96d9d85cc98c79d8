import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { IconBarcode, IconFileDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LabelPrinterChoice } from '../../../features/labels/routes.ts';
import { get, request } from '../../api/client.ts';
import { useMe } from '../../api/queries.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorView } from '../../parts/error-view.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { toastDone } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { useStoredState } from '../../parts/use-stored-state.ts';
import type { LabelLook } from './label-look.ts';

const HEADS = [
  { value: '203', label: '203 dpi, 8 dots per mm' },
  { value: '300', label: '300 dpi, 12 dots per mm' },
  { value: '600', label: '600 dpi, 24 dots per mm' },
];

interface LabelPrinterProps {
  type: string;
  ids: readonly number[];
  look: LabelLook;
}

/** Prints labels on a registered label printer, or downloads them as ZPL. */
export function LabelPrinterPanel({ type, ids, look }: LabelPrinterProps) {
  const me = useMe();
  const [open, setOpen] = useState(false);
  const mayPrint = me?.isadmin || me?.permissions.includes('labels.print');
  const query = new URLSearchParams({
    ids: ids.join(','),
    format: look.format,
    style: look.style,
    width: String(look.size.width),
    height: String(look.size.height),
  });
  return (
    <>
      {mayPrint && (
        <Button variant="default" leftSection={<IconBarcode size={16} />} onClick={() => setOpen(true)}>
          Label printer
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconFileDownload size={16} />}
        onClick={() =>
          void saveFile(
            `/labels/${encodeURIComponent(type)}/zpl?${query}`,
            'labels.zpl',
            'The file could not be created',
          )
        }
      >
        ZPL file
      </Button>
      {open && <ChosenPrinter type={type} ids={ids} look={look} onClose={() => setOpen(false)} />}
    </>
  );
}

function ChosenPrinter(props: LabelPrinterProps & { onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['label-printers'],
    queryFn: () => get<LabelPrinterChoice[]>('/labels/print'),
  });
  if (data && data.length > 0) return <PrinterForm {...props} printers={data} />;
  return (
    <Dialog title="Label printer" onClose={props.onClose}>
      {error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <p>
          {data
            ? 'No active printer has an IP address. Enter the IP address of the label printer under '
            : 'Loading printers …'}
          {data && <AppLink to="/printers">Printers</AppLink>}
        </p>
      )}
    </Dialog>
  );
}

type PrinterFormProps = LabelPrinterProps & {
  printers: readonly LabelPrinterChoice[];
  onClose: () => void;
};

function PrinterForm({ type, ids, look, printers, onClose }: PrinterFormProps) {
  const [last, onLast] = useStoredState('labelprinter', { printerid: '', dpi: '203' });
  const isThere = printers.some(({ printerid }) => String(printerid) === last.printerid);
  const form = useForm({
    initial: {
      printerid: isThere ? last.printerid : String(printers[0]!.printerid),
      dpi: last.dpi,
      copies: 1,
    },
    save: async ({ printerid, dpi, copies }) => {
      const { format, style, size } = look;
      const { data } = await request<{ printed: number; printer: string }>('POST', '/labels/print', {
        body: { type, ids, printerid: Number(printerid), dpi: Number(dpi), copies, format, style, ...size },
      });
      onLast({ printerid, dpi });
      toastDone(`${data.printed} ${data.printed === 1 ? 'label' : 'labels'} sent to ${data.printer}.`);
      onClose();
    },
  });
  return (
    <FormModal form={form} draft={null} title="Print labels" action="Print" onClose={onClose}>
      <NativeSelect
        label="Printer"
        data={printers.map(({ printerid, name }) => ({ value: String(printerid), label: name }))}
        {...form.text('printerid')}
      />
      <NativeSelect
        label="Resolution"
        description="See the type plate of the printer. A wrong value prints labels too large or too small."
        data={HEADS}
        {...form.text('dpi')}
      />
      <NumberInput
        label="Copies per label"
        min={1}
        max={50}
        allowDecimal={false}
        value={form.values.copies}
        error={form.errors.copies}
        onChange={(value) => form.set('copies', Number(value) || 1)}
      />
      <p className="mw-muted">
        Sends labels of {look.size.width} × {look.size.height} mm as ZPL over the network.
      </p>
    </FormModal>
  );
}
