import "./lobby.test";
import "./state.test";
import "./sha256.test";
import "./input.test";
import "./phase.test";
import "./replay.test";
import "./options.test";
import "./store.test";
import "./savegame.test";
import "./keeping.test";
import "./invite.test";
import "./route.test";
import "./fast.test";
import "./ring.test";
import "./sound.test";
import { finish } from "./check";

finish();
