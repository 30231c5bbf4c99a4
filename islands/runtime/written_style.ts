/** The style of texts with a form, for pages that came without any. It holds once this is loaded. */
import css from "../../static/css/parts/written.css" with { type: "text" };

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [sheet, ...document.adoptedStyleSheets];
