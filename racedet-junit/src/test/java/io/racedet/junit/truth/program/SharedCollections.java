package io.racedet.junit.truth.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;

/** Calls of a collection that may be shared by threads. */
final class SharedCollections implements Family {
  private final int collection;
  private int added;

  SharedCollections(Draft draft) {
    int kind = draft.below(7);
    collection = draft.object(create(kind).getClass().getSimpleName(), () -> create(kind));
  }

  private static Collection<Item> create(int kind) {
    return switch (kind) {
      case 0 -> new CopyOnWriteArrayList<>();
      case 1 -> new CopyOnWriteArraySet<>();
      case 2 -> ConcurrentHashMap.newKeySet();
      case 3 -> new ConcurrentSkipListSet<>();
      case 4 -> Collections.synchronizedList(new ArrayList<>());
      case 5 -> Collections.synchronizedSet(new LinkedHashSet<>());
      default -> new Vector<>();
    };
  }

  @Override
  public Action next(Draft draft) {
    int own = added++ % 16;
    int item = draft.item();
    return switch (draft.below(10)) {
      case 0, 1 -> of("add " + own, (c, w) -> c.add(w.items[own]) ? 1 : 0);
      case 2 -> of("add " + item, (c, w) -> c.add(w.items[item]) ? 1 : 0);
      case 3, 4 -> of("remove " + item, (c, w) -> c.remove(w.items[item]) ? 1 : 0);
      case 5 -> of("contains " + item, (c, w) -> c.contains(w.items[item]) ? 1 : 0);
      case 6 -> of("size", (c, w) -> c.size());
      case 7 -> of("isEmpty", (c, w) -> c.isEmpty() ? 1 : 0);
      case 8 ->
          of(
              "clear",
              (c, w) -> {
                c.clear();
                return 0;
              });
      default -> removeIf(draft, item);
    };
  }

  private Action removeIf(Draft draft, int item) {
    int step = draft.step("callback of removeIf");
    return of(
        "removeIf(" + item + ", " + step + ')',
        (c, w) ->
            c.removeIf(
                    other -> {
                      Strand.touchAlone(w, step);
                      return other.number == item;
                    })
                ? 1
                : 0);
  }

  /** A call. */
  private interface Of {
    int call(Collection<Item> collection, World world);
  }

  private Action of(String text, Of call) {
    return new Action(text, s -> call.call(s.world.get(collection), s.world));
  }
}
