import { type DragEvent, useState } from 'react';

/** The properties of an element that can be dragged onto others of its kind. */
export interface DragProps {
  draggable: boolean;
  'data-drop'?: boolean;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onDragEnd: () => void;
}

/** Returns the properties that let the user drag one column onto the place of another one. */
export function useColumnDrag(onMove: (name: string, target: string) => void): (name: string) => DragProps {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return (name) => ({
    draggable: true,
    'data-drop': (over === name && dragged !== name) || undefined,
    onDragStart: (event) => {
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', name);
      setDragged(name);
    },
    onDragOver: (event) => {
      if (dragged === null) return;
      event.preventDefault();
      if (over !== name) setOver(name);
    },
    onDrop: (event) => {
      event.preventDefault();
      if (dragged !== null && dragged !== name) onMove(dragged, name);
      end();
    },
    onDragEnd: end,
  });
}
