package io.racedet.junit.jdk;

import io.racedet.junit.jdk.JdkPrograms.Cell;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** All the ways to look at the mappings of a concurrent map. Each reads the cells that it finds. */
final class ConcurrentMapLooks {
  /** One way. */
  interface Look<T> {
    void at(T collection);
  }

  static final int KEYS = 6;

  /** At the values of any concurrent map. */
  static final List<Look<ConcurrentMap<Integer, Cell>>> VALUES =
      List.of(
          m -> each(m::get),
          m -> each(k -> m.getOrDefault(k, null)),
          m -> each(m::remove),
          m -> each(k -> m.replace(k, new Cell())),
          m -> each(k -> m.putIfAbsent(k, new Cell())),
          m -> each(k -> m.put(k, new Cell())),
          m -> each(k -> m.computeIfAbsent(k, key -> new Cell())),
          m -> each(k -> m.computeIfPresent(k, (key, v) -> new Cell(v.get()))),
          m -> each(k -> m.compute(k, (key, v) -> v == null ? null : new Cell(v.get()))),
          m -> each(k -> m.merge(k, new Cell(), (x, y) -> new Cell(x.get() + y.get()))),
          m -> m.values().forEach(Cell::get),
          m -> m.entrySet().forEach(e -> e.getValue().get()),
          m -> m.forEach((k, v) -> v.get()),
          m -> m.replaceAll((k, v) -> new Cell(v.get())),
          m -> m.containsValue(new Unequal()),
          m -> m.values().contains(new Unequal()),
          m -> m.toString(),
          m -> m.values().stream().mapToInt(Cell::get).sum(),
          m -> m.values().parallelStream().forEach(Cell::get),
          m -> m.entrySet().parallelStream().mapToInt(e -> e.getValue().get()).sum(),
          m -> m.keySet().parallelStream().forEach(k -> get(m.get(k))),
          m -> m.values().spliterator().forEachRemaining(Cell::get),
          m -> m.entrySet().spliterator().tryAdvance(e -> e.getValue().get()),
          m -> all(m.values().toArray(new Cell[0])),
          m -> all(Map.copyOf(m).values().toArray(new Cell[0])),
          m -> all(new HashMap<>(m).values().toArray(new Cell[0])),
          m -> all(new TreeMap<>(m).values().toArray(new Cell[0])),
          m -> all(new ConcurrentHashMap<>(m).values().toArray(new Cell[0])),
          m -> List.copyOf(m.values()).forEach(Cell::get),
          m -> new ArrayList<>(m.entrySet()).forEach(e -> e.getValue().get()),
          m -> m.values().removeIf(v -> v.get() == -1),
          m -> m.entrySet().removeIf(e -> e.getValue().get() == -1),
          ConcurrentMapLooks::iterate,
          ConcurrentMapLooks::setEach,
          ConcurrentMapLooks::removeEach,
          ConcurrentMapLooks::split);

  /** At the values of a hash map, in bulk. */
  static final List<Look<ConcurrentHashMap<Integer, Cell>>> BULK =
      List.of(
          m -> m.forEach(1, (k, v) -> v.get()),
          m -> m.forEach(1, (k, v) -> v.get() > 0 ? v : null, Cell::get),
          m -> m.forEachValue(1, Cell::get),
          m -> m.forEachValue(1, v -> v.get() > 0 ? v : null, Cell::get),
          m -> m.forEachEntry(1, e -> e.getValue().get()),
          m -> m.search(1, (k, v) -> v.get() < 0 ? v : null),
          m -> m.searchValues(1, v -> v.get() > 100 ? v : null),
          m -> m.searchEntries(1, e -> e.getValue().get() > 100 ? e : null),
          m -> m.reduce(1, (k, v) -> v.get(), Integer::sum),
          m -> m.reduceToInt(1, (k, v) -> v.get(), 0, Integer::sum),
          m -> m.reduceToLong(1, (k, v) -> v.get(), 0, Long::sum),
          m -> m.reduceToDouble(1, (k, v) -> v.get(), 0, Double::sum),
          m -> get(m.reduceValues(1, (a, b) -> a.get() > b.get() ? a : b)),
          m -> get(m.reduceValues(Long.MAX_VALUE, (a, b) -> a.get() > b.get() ? a : b)),
          m -> m.reduceValues(1, Cell::get, Integer::sum),
          m -> m.reduceValuesToInt(1, Cell::get, 0, Integer::sum),
          m -> m.reduceValuesToLong(1, Cell::get, 0, Long::sum),
          m -> m.reduceValuesToDouble(1, Cell::get, 0, Double::sum),
          m -> get(m.reduceEntries(1, (a, b) -> a.getValue().get() > 1 ? a : b)),
          m -> m.reduceEntries(1, e -> e.getValue().get(), Integer::sum),
          m -> m.reduceEntriesToInt(1, e -> e.getValue().get(), 0, Integer::sum),
          m -> m.reduceEntriesToLong(1, e -> e.getValue().get(), 0, Long::sum),
          m -> m.reduceEntriesToDouble(1, e -> e.getValue().get(), 0, Double::sum),
          m -> m.reduce(1, (k, v) -> new Cell(v.get()), (a, b) -> new Cell(a.get())));

  /** At the keys of a set that is concurrent. */
  static final List<Look<Set<Cell>>> ELEMENTS =
      List.of(
          s -> s.forEach(Cell::get),
          s -> s.stream().forEach(Cell::get),
          s -> s.parallelStream().forEach(Cell::get),
          s -> s.iterator().forEachRemaining(Cell::get),
          s -> all(s.toArray(new Cell[0])),
          s -> s.removeIf(c -> c.get() < 0),
          s -> s.toString(),
          s -> new ArrayList<>(s).forEach(Cell::get),
          s -> s.spliterator().forEachRemaining(Cell::get),
          s -> Set.copyOf(s).forEach(Cell::get));

  /** At the keys of a hash map. */
  static final List<Look<ConcurrentHashMap<Cell, Boolean>>> KEYS_OF_MAP =
      List.of(
          m -> m.forEachKey(1, Cell::get),
          m -> m.forEachKey(1, k -> k.get() > 0 ? k : null, Cell::get),
          m -> m.searchKeys(1, k -> k.get() > 50 ? k : null),
          m -> get(m.reduceKeys(1, (a, b) -> a.get() > b.get() ? a : b)),
          m -> m.reduceKeys(1, Cell::get, Integer::sum),
          m -> m.reduceKeysToInt(1, Cell::get, 0, Integer::sum),
          m -> m.reduceKeysToLong(1, Cell::get, 0, Long::sum),
          m -> m.reduceKeysToDouble(1, Cell::get, 0, Double::sum),
          m -> m.forEach((k, v) -> k.get()),
          m -> m.forEach(1, (k, v) -> k.get()),
          m -> m.entrySet().forEach(e -> e.getKey().get()),
          m -> m.forEachEntry(1, e -> e.getKey().get()),
          m -> {
            for (Enumeration<Cell> e = m.keys(); e.hasMoreElements(); ) {
              e.nextElement().get();
            }
          });

  /** At the values of a sorted map, from its ends and in its parts. */
  static final List<Look<ConcurrentSkipListMap<Integer, Cell>>> ENDS =
      List.of(
          m -> get(m.firstEntry()),
          m -> get(m.lastEntry()),
          m -> get(m.ceilingEntry(3)),
          m -> get(m.lowerEntry(5)),
          m -> get(m.floorEntry(4)),
          m -> get(m.higherEntry(2)),
          m -> get(m.pollFirstEntry()),
          m -> get(m.pollLastEntry()),
          m -> m.descendingMap().forEach((k, v) -> v.get()),
          m -> get(m.descendingMap().firstEntry()),
          m -> m.headMap(4).descendingMap().entrySet().forEach(e -> e.getValue().get()),
          m -> m.tailMap(3).forEach((k, v) -> v.get()),
          m -> m.headMap(5).values().stream().forEach(Cell::get),
          m -> all(new ConcurrentSkipListMap<>(m).values().toArray(new Cell[0])),
          m -> all(m.clone().values().toArray(new Cell[0])),
          m -> m.equals(new TreeMap<>(Map.of(1, new Unequal()))),
          m -> m.hashCode(),
          m -> part(m.subMap(1, 7)));

  private ConcurrentMapLooks() {}

  /** A cell that compares itself with others, and is equal to none. */
  static final class Unequal extends Cell {
    @Override
    public boolean equals(Object other) {
      return ((Cell) other).value == -1;
    }

    @Override
    public int hashCode() {
      return 0;
    }
  }

  /** Finds a value by its key. */
  private interface Finder {
    Cell find(int key);
  }

  private static void each(Finder finder) {
    for (int key = 0; key < KEYS; key++) {
      get(finder.find(key));
    }
  }

  private static void all(Cell[] cells) {
    for (Cell cell : cells) {
      get(cell);
    }
  }

  private static void get(Cell cell) {
    if (cell != null) {
      cell.get();
    }
  }

  private static void get(Map.Entry<Integer, Cell> entry) {
    if (entry != null) {
      entry.getValue().get();
    }
  }

  private static void part(NavigableMap<Integer, Cell> map) {
    get(map.firstEntry());
    get(map.lastEntry());
    get(map.ceilingEntry(3));
    get(map.get(3));
    map.values().removeIf(v -> v.get() == -1);
    map.entrySet().removeIf(e -> e.getValue().get() == -1);
    map.values().forEach(Cell::get);
    get(map.pollFirstEntry());
  }

  private static void iterate(ConcurrentMap<Integer, Cell> map) {
    for (Cell value : map.values()) {
      value.get();
    }
    for (Map.Entry<Integer, Cell> entry : map.entrySet()) {
      entry.getValue().get();
    }
  }

  private static void setEach(ConcurrentMap<Integer, Cell> map) {
    for (Map.Entry<Integer, Cell> entry : map.entrySet()) {
      Cell value = entry.getValue();
      map.replace(entry.getKey(), value, new Cell(value.get()));
    }
  }

  private static void removeEach(ConcurrentMap<Integer, Cell> map) {
    for (Iterator<Cell> i = map.values().iterator(); i.hasNext(); ) {
      i.next().get();
      i.remove();
    }
  }

  private static void split(ConcurrentMap<Integer, Cell> map) {
    Spliterator<Cell> rest = map.values().spliterator();
    Spliterator<Cell> first = rest.trySplit();
    if (first != null) {
      first.forEachRemaining(Cell::get);
    }
    rest.tryAdvance(Cell::get);
  }
}
