package io.racedet.junit.truth.program;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Calls of a concurrent map and of its views; each value is stored by one call only. */
final class Views implements Family {
  private final boolean hashed;
  private final int map;
  private int stored = 3;

  Views(Draft draft) {
    hashed = draft.below(2) == 0;
    map =
        draft.object(
            hashed ? "ConcurrentHashMap" : "ConcurrentSkipListMap",
            () ->
                hashed
                    ? new ConcurrentHashMap<Item, Item>()
                    : new ConcurrentSkipListMap<Item, Item>());
  }

  @Override
  public Action next(Draft draft) {
    int key = draft.below(2);
    int value = stored++ % 16;
    return switch (draft.below(12)) {
      case 0, 1, 2 ->
          of("put(" + key + ", " + value + ")", (m, w) -> m.put(w.items[key], w.items[value]));
      case 3 -> of("get(" + key + ")", (m, w) -> m.get(w.items[key]));
      case 4 -> of("remove(" + key + ")", (m, w) -> m.remove(w.items[key]));
      case 5 -> of("entry.setValue(" + value + ")", (m, w) -> setFirst(m, w.items[value]));
      case 6 -> of("first entry", (m, w) -> value(first(m.entrySet().iterator())));
      case 7 -> iterators(draft);
      case 8 -> of("entrySet.contains", (m, w) -> contains(m, w.items[key], w.items[3]));
      case 9 ->
          of("values.removeIf", (m, w) -> m.values().removeIf(found -> found.number % 2 == 0));
      default -> hashed ? ofHashed(draft) : ofSorted(draft, key, value);
    };
  }

  private Action iterators(Draft draft) {
    return switch (draft.below(4)) {
      case 0 -> of("keys.next, remove", (m, w) -> removed(m.keySet().iterator()));
      case 1 -> of("values.next, remove", (m, w) -> removed(m.values().iterator()));
      case 2 -> of("values.remove", (m, w) -> m.values().remove(w.items[3]));
      default -> of("keySet.removeIf", (m, w) -> m.keySet().removeIf(key -> key.number == 1));
    };
  }

  private Action ofHashed(Draft draft) {
    return switch (draft.below(3)) {
      case 0 ->
          new Action(
              "mappingCount",
              s -> (int) s.world.<ConcurrentHashMap<Item, Item>>get(map).mappingCount());
      case 1 ->
          of(
              "elements",
              (m, w) -> {
                var elements = ((ConcurrentHashMap<Item, Item>) m).elements();
                return elements.hasMoreElements() ? elements.nextElement() : null;
              });
      default ->
          of(
              "keySet(default).add",
              (m, w) -> ((ConcurrentHashMap<Item, Item>) m).keySet(w.items[2]).add(w.items[0]));
    };
  }

  private Action ofSorted(Draft draft, int key, int value) {
    return switch (draft.below(8)) {
      case 0 -> sorted("firstEntry", (m, w) -> value(m.firstEntry()));
      case 1 -> sorted("pollFirstEntry", (m, w) -> value(m.pollFirstEntry()));
      case 2 -> sorted("pollLastEntry", (m, w) -> value(m.pollLastEntry()));
      case 3 -> sorted("ceilingKey(" + key + ")", (m, w) -> m.ceilingKey(w.items[key]));
      case 4 -> sorted("descendingMap.first", (m, w) -> value(m.descendingMap().firstEntry()));
      case 5 ->
          sorted(
              "headMap.put(0, " + value + ")",
              (m, w) -> m.headMap(w.items[1]).put(w.items[0], w.items[value]));
      case 6 -> sorted("tailMap.isEmpty", (m, w) -> m.tailMap(w.items[1]).isEmpty());
      default -> sorted("lastKey", (m, w) -> m.lastKey().number == 1);
    };
  }

  private static Object value(Map.Entry<Item, Item> entry) {
    return entry == null ? null : entry.getValue();
  }

  private static <T> T first(Iterator<T> elements) {
    return elements.hasNext() ? elements.next() : null;
  }

  private static Object removed(Iterator<Item> items) {
    Item first = first(items);
    if (first != null) {
      items.remove();
    }
    return first;
  }

  private static Object contains(ConcurrentMap<Item, Item> map, Item key, Item value) {
    return map.entrySet().contains(Map.entry(key, value));
  }

  private Object setFirst(ConcurrentMap<Item, Item> map, Item value) {
    Map.Entry<Item, Item> first = first(map.entrySet().iterator());
    if (first == null || !hashed) {
      return value(first);
    }
    return first.setValue(value);
  }

  /** A call of the map. */
  private interface Of<M> {
    Object call(M map, World world) throws Exception;
  }

  private Action of(String text, Of<ConcurrentMap<Item, Item>> call) {
    return new Action(text, s -> World.outcome(call.call(s.world.get(map), s.world)));
  }

  private Action sorted(String text, Of<ConcurrentSkipListMap<Item, Item>> call) {
    return new Action(text, s -> World.outcome(call.call(s.world.get(map), s.world)));
  }
}
