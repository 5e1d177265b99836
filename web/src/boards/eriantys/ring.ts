/** Where the twelve islands lie: the border of five by three cells or of four by four, clockwise from the corner. */

export type Point = [x: number, y: number];

/** A ring of cells, each a hundred wide and high, with room for the clouds inside. */
export interface Ring {
  width: number;
  height: number;
  places: Point[];
  /** Where the clouds float, by how many there are. */
  clouds: Record<number, Point[]>;
}

const CELL = 100;

function ring(columns: number, rows: number, clouds: Record<number, Point[]>): Ring {
  const [right, down] = [columns - 1, rows - 1];
  const corner: Point[] = [];
  for (let x = 0; x < right; x++) corner.push([x, 0]);
  for (let y = 0; y < down; y++) corner.push([right, y]);
  const whole = [...corner, ...corner.map(([x, y]): Point => [right - x, down - y])];
  return { width: columns * CELL, height: rows * CELL, places: whole.map(([x, y]) => [(x + 0.5) * CELL, (y + 0.5) * CELL]), clouds };
}

/** The two rings: for a sea that is wider than high, and for one that is not. */
export const RINGS: Ring[] = [
  ring(5, 3, {
    2: [[180, 150], [320, 150]],
    3: [[152, 150], [250, 150], [348, 150]],
    4: [[139, 150], [213, 150], [287, 150], [361, 150]],
  }),
  ring(4, 4, {
    2: [[147, 200], [253, 200]],
    3: [[152, 150], [248, 150], [200, 246]],
    4: [[152, 152], [248, 152], [152, 248], [248, 248]],
  }),
];

/** A coast like no other, around a point: a circle of this radius that waves a little, differently at every place. */
export function coast(place: number, radius: number, [x, y]: Point): string {
  const points = Array.from({ length: 28 }, (_, n) => {
    const turn = (n / 28) * 2 * Math.PI;
    const reach = radius * (1 + 0.045 * Math.sin(3 * turn + place * 2.1) + 0.03 * Math.sin(5 * turn + place * 1.3));
    return `${(x + reach * Math.cos(turn)).toFixed(1)} ${(y + reach * Math.sin(turn)).toFixed(1)}`;
  });
  return `M${points.join("L")}Z`;
}

/** How far the shallows, the beach and the grass reach. */
export const SHORES = { shallows: 46.4, beach: 42, grass: 36.5 } as const;
export type Shore = keyof typeof SHORES;

/** The land between two islands that have grown together. */
export function neck([x, y]: Point, [x2, y2]: Point, radius: number): string {
  const far = Math.hypot(x2 - x, y2 - y) || 1;
  const [right, down] = [((y2 - y) / far) * radius, ((x - x2) / far) * radius];
  const [midX, midY] = [(x + x2) / 2, (y + y2) / 2];
  const at = (px: number, py: number, off: number): string => `${(px + right * off).toFixed(1)} ${(py + down * off).toFixed(1)}`;
  return `M${at(x, y, 0.9)}Q${at(midX, midY, 0.55)} ${at(x2, y2, 0.9)}L${at(x2, y2, -0.9)}Q${at(midX, midY, -0.55)} ${at(x, y, -0.9)}Z`;
}
