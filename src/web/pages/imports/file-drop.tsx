import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import '../../parts/drop-area-styles.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { sizeText } from '../../parts/size-text.ts';

/** Accepts one CSV file by drag and drop or by a file dialog. */
export function FileDrop({ file, onFile }: { file: File | null; onFile: (file: File) => void }) {
  const [isDragOver, setIsDragOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <section
      className="mw-drop"
      aria-label="CSV file"
      data-over={isDragOver || undefined}
      onDragOver={drag}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} aria-hidden />
      <div>
        <strong>{file ? file.name : 'Drop a CSV or XLSX file here'}</strong>
        <div className="mw-muted">
          {file ? sizeText(file.size) : 'CSV or XLSX file with a header row, at most 16 MB.'}
        </div>
      </div>
      <FileButton accept=".csv,.txt,.tsv,.xlsx,text/csv" ml="auto" onFile={onFile}>
        {file ? 'Change file' : 'Choose file'}
      </FileButton>
    </section>
  );
}
