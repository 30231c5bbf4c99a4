/** A reading room: arched window, shelves, a long table with its lamp and two readers. Decoration. */
export function Illustration() {
  return (
    <svg className="drawing illustration" viewBox="0 0 480 340" aria-hidden="true">
      <path className="drawing-tint" d="M182 196V112c0-44 24-70 58-92 34 22 58 48 58 92v84Z" />
      <path d="M240 196v-84c0-28-13-52-31-68m31 68c0-28 13-52 31-68M182 140h116m-116 28h116M174 196h132" />
      <path className="drawing-card" d="M20 60h126v268H20ZM334 60h126v268H334Z" />
      <path
        className="drawing-books"
        strokeWidth="40"
        strokeDasharray="8 2 6 2 10 1 7 2 5 1 9 2"
        d="M26 99h104M32 163h108M26 227h84M340 99h96M352 163h102M346 227h100"
      />
      <path
        className="drawing-books-bound"
        strokeWidth="32"
        strokeDasharray="7 31 10 2 6 44"
        d="M50 103h90M28 167h100M66 231h74M362 103h90M344 167h100M340 231h90"
      />
      <path d="M20 120h126M20 184h126M20 248h126M334 120h126M334 184h126M334 248h126" />
      <path className="drawing-ground" d="M150 268 214 206h52l64 62Z" />
      <path className="drawing-tint" d="M116 268c-2-34 6-54 32-54s36 20 34 54ZM298 268c-2-34 8-54 34-54s34 20 32 54Z" />
      <circle className="drawing-card" cx="150" cy="192" r="17" />
      <circle className="drawing-card" cx="330" cy="192" r="17" />
      <path className="drawing-fill" d="M133 192c-4-16 6-24 18-23 10 0 15 6 16 14-12 2-20-1-24-5-2 6-5 10-10 14Z" />
      <path
        className="drawing-fill"
        d="M347 200c6-20-2-32-17-32-14 0-19 10-17 20 8 0 16-3 20-8 2 6 4 6 6 8 0 4-1 10 8 12Z"
      />
      <path className="drawing-fill" d="M216 208c2-18 12-26 24-26s22 8 24 26Z" />
      <path d="M240 182v-6M240 208v52m-16 0h32" />
      <path className="drawing-card" d="M150 262c9-8 19-8 27 0 8-8 18-8 27 0ZM276 262c9-8 19-8 27 0 8-8 18-8 27 0Z" />
      <path className="drawing-card" d="M64 262h352v12H64ZM84 274v54m312-54v54" />
      <path className="drawing-mark" d="M0 328h480" />
    </svg>
  );
}
