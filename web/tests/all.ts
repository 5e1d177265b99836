/** The parts of the page that need no browser: run by `npm test`, on bare Node.js. */

import "./room";
import "./boards";
import "./chance";
import "./fit";
import "./eriantys";
import "./games";
import "./language";
import "./lobby";
import "./parts";
import "./presence";
import "./proof";
import "./results";
import "./saving";
import "./shelfie";
import "./tables";
import "./traces";
