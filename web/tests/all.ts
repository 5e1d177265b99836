/** The parts of the page that need no browser: run by `npm test`, on bare Node.js. */

import "./room";
import "./boards";
import "./chance";
import "./games";
import "./language";
import "./parts";
import "./presence";
import "./proof";
import "./saving";
import "./tables";
