import { useQuery } from '@tanstack/react-query';
import { apiUrl } from '../../api/base-path.ts';
import { recordQuery } from '../../api/queries.ts';
import type { RegisterRecord } from '../../api/types.ts';
import { AppLink } from '../../parts/app-link.tsx';

/** Shows the picture of the asset's model; nothing without one. */
export function ModelPicture({ record }: { record: RegisterRecord }) {
  const modelid = record.modelnumberid as number | null;
  const { data: model } = useQuery({ ...recordQuery('/models', modelid ?? 0), enabled: Boolean(modelid) });
  if (!model?.imagefilename) return null;
  return (
    <section className="mw-card">
      <header>
        <h2>Photo</h2>
        <AppLink to={`/models/${modelid}`}>{String(model.modelnumber)}</AppLink>
      </header>
      <div className="mw-picture">
        <img src={apiUrl(`/models/image/${model.imagefilename}`)} alt={`Model ${model.modelnumber}`} />
      </div>
    </section>
  );
}
