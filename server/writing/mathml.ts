/** MathML Core without what acts, links or holds other languages. */
export const mathElements = new Set(
  ("math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup munder mover " +
    "munderover mmultiscripts mprescripts mtable mtr mtd semantics none").split(" "),
);

export const mathAttributes = new Map(Object.entries({
  display: /^(block|inline)$/,
  mathvariant: /^[a-z-]{1,30}$/,
  displaystyle: /^(true|false)$/,
  scriptlevel: /^[+-]?\d$/,
  stretchy: /^(true|false)$/,
  fence: /^(true|false)$/,
  separator: /^(true|false)$/,
  largeop: /^(true|false)$/,
  movablelimits: /^(true|false)$/,
  accent: /^(true|false)$/,
  accentunder: /^(true|false)$/,
  form: /^(prefix|infix|postfix)$/,
  lspace: /^[\d.]{1,5}em$/,
  rspace: /^[\d.]{1,5}em$/,
  width: /^[\d.]{1,5}em$/,
  linethickness: /^[\d.]{1,5}(em|px)?$/,
  columnspan: /^\d{1,2}$/,
  rowspan: /^\d{1,2}$/,
  dir: /^(ltr|rtl)$/,
}));
