import type { Engine } from "../support/engine.ts";

interface Outage {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

/** How an engine is away for a while, by what is done to it. @param engine of the cluster, which starts later */
export const outagesOf = (engine: () => Engine): Record<string, Outage> => ({
  "is killed and started again": {
    begin: () => engine().end("SIGKILL"),
    end: () => engine().start(),
  },
  "hangs and goes on": {
    begin: () => engine().signal("SIGSTOP"),
    end: () => engine().signal("SIGCONT"),
  },
});
