package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads that use different parts of a collection or array, without a lock. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class SharedCollectionsTest extends JdkPrograms {
  private static List<Map<String, Integer>> maps() {
    List<Map<String, Integer>> maps =
        List.of(
            new HashMap<>(),
            new LinkedHashMap<>(),
            new TreeMap<>(),
            new WeakHashMap<>(),
            new IdentityHashMap<>());
    maps.forEach(map -> map.putAll(Map.of("a", 1, "b", 2)));
    return maps;
  }

  /* ---- maps: replacing a value is not a structural modification ---- */

  @Test
  void valuesOfDistinctKeys_replaced() throws Exception {
    for (Map<String, Integer> map : maps()) {
      inParallel(() -> map.put("a", 5), () -> map.put("b", 6));
      inParallel(() -> map.replace("a", 7), () -> map.get("b"));
      inParallel(() -> map.put("a", 8), () -> map.containsKey("a"));
      map.get("a");
    }
  }

  @Test
  void valuesOfDistinctKeys_computed() throws Exception {
    for (Map<String, Integer> map : List.of(maps().get(0), maps().get(1), maps().get(2))) {
      inParallel(() -> map.merge("a", 5, Integer::sum), () -> map.compute("b", (k, v) -> v + 1));
      inParallel(() -> map.computeIfPresent("a", (k, v) -> v + 1), () -> map.replace("b", 3, 4));
      map.get("a");
    }
  }

  @Test
  void entries_setByDistinctThreads() throws Exception {
    for (Map<String, Integer> map : maps().subList(0, 4)) {
      List<Map.Entry<String, Integer>> entries = new ArrayList<>(map.entrySet());
      inParallel(() -> entries.get(0).setValue(5), () -> entries.get(1).setValue(5));
      map.get("a");
    }
  }

  @Test
  void keys_iteratedWhileValuesAreReplaced() throws Exception {
    for (Map<String, Integer> map : maps().subList(0, 4)) {
      inParallel(
          () -> map.put("a", 5),
          () -> {
            for (String key : map.keySet()) {
              key.length();
            }
          });
    }
  }

  @Test
  void map_readOnlyAfterStart() throws Exception {
    Map<String, Cell> map = new HashMap<>();
    map.put("a", new Cell());
    Step step =
        () -> {
          map.get("a").get();
          map.putIfAbsent("a", new Cell(9));
          map.computeIfAbsent("a", k -> new Cell(8));
          map.getOrDefault("b", null);
          for (Cell cell : map.values()) {
            cell.get();
          }
          map.remove("zz");
        };
    inParallel(step, step);
  }

  @Test
  void set_addsWhatItHas() throws Exception {
    for (Set<String> set : List.of(new HashSet<>(List.of("a")), new TreeSet<>(List.of("a")))) {
      inParallel(() -> set.add("a"), () -> set.add("a"), () -> set.contains("a"));
    }
  }

  /* ---- lists: replacing an element is not one either ---- */

  @Test
  void elements_setByDistinctThreads() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
    inParallel(
        () -> {
          list.set(0, 5);
          list.set(1, list.get(0));
          Collections.swap(list, 0, 1);
        },
        () -> {
          list.set(2, 5);
          list.set(3, list.get(2));
          Collections.swap(list, 2, 3);
        });
    list.get(0);
  }

  @Test
  void subLists_ofDistinctThreads() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(4, 3, 2, 1));
    List<Integer> low = list.subList(0, 2);
    List<Integer> high = list.subList(2, 4);
    inParallel(() -> useAll(low), () -> useAll(high));
    list.get(0);
  }

  private static void useAll(List<Integer> list) {
    list.set(0, 5);
    list.set(1, list.get(0));
    list.contains(7);
    list.toArray();
    list.subList(0, 1).set(0, 6);
    list.replaceAll(x -> x + 1);
    list.stream().mapToInt(x -> x).sum();
    for (int element : list) {
      list.indexOf(element);
    }
    Collections.reverse(list);
    list.forEach(x -> {});
    list.hashCode();
  }

  @Test
  void listIterators_ofDistinctThreads() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4));
    inParallel(() -> setNext(list.listIterator(0)), () -> setNext(list.listIterator(2)));
    inParallel(() -> setPrevious(list.listIterator(2)), () -> setPrevious(list.listIterator(4)));
    list.get(0);
  }

  private static void setNext(ListIterator<Integer> iterator) {
    iterator.next();
    iterator.set(5);
  }

  private static void setPrevious(ListIterator<Integer> iterator) {
    iterator.previous();
    iterator.set(5);
  }

  @Test
  void linkedList_elementsSetByDistinctThreads() throws Exception {
    List<Integer> list = new LinkedList<>(List.of(1, 2));
    inParallel(() -> list.set(0, 5), () -> list.set(1, 6));
    list.get(0);
  }

  @Test
  void listOfAnArray_elementsSetByDistinctThreads() throws Exception {
    Integer[] array = {1, 2, 3, 4};
    List<Integer> list = Arrays.asList(array);
    inParallel(
        () -> {
          list.set(0, 5);
          list.subList(0, 2).set(1, 7);
        },
        () -> {
          list.set(2, 5);
          array[3] = list.get(2);
        });
    list.get(0);
  }

  @Test
  void parallelStream_ofDistinctElements() {
    List<Cell> list = new ArrayList<>(List.of(cells(8)));
    list.parallelStream().forEach(Cell::add);
    IntStream.range(0, 8).parallel().forEach(i -> list.set(i, new Cell(list.get(i).get())));
    list.forEach(Cell::add);
  }

  @Test
  void iterators_ofEachThread() throws Exception {
    List<Integer> list = new ArrayList<>(List.of(1, 2, 3));
    Step step =
        () -> {
          Iterator<Integer> iterator = list.iterator();
          while (iterator.hasNext()) {
            iterator.next();
          }
        };
    inParallel(step, step);
  }

  /* ---- arrays ---- */

  @Test
  void array_halvesOfDistinctThreads() throws Exception {
    int[] array = {8, 7, 6, 5, 4, 3, 2, 1};
    inParallel(() -> useHalf(array, 0, 4), () -> useHalf(array, 4, 8));
    Arrays.sort(array);
  }

  private static void useHalf(int[] array, int from, int to) {
    Arrays.sort(array, from, to);
    Arrays.fill(array, from, to, 3);
    Arrays.stream(array, from, to).sum();
    Arrays.copyOfRange(array, from, to);
    System.arraycopy(new int[4], 0, array, from, 4);
    Arrays.equals(array, from, to, new int[4], 0, 4);
  }

  @Test
  void chars_ofDistinctThreads() throws Exception {
    char[] chars = new char[4];
    inParallel(
        () -> "ab".getChars(0, 2, chars, 0),
        () -> {
          "cd".getChars(0, 2, chars, 2);
          new String(chars, 2, 2).length();
        });
    new String(chars).length();
  }

  @Test
  void array_readByBoth() throws Exception {
    String[] array = {"a", "b"};
    Step step =
        () -> {
          Arrays.asList(array).contains("a");
          Arrays.stream(array).count();
          Arrays.toString(array);
          array.clone();
        };
    inParallel(step, step);
  }

  @Test
  void random_isThreadSafe() throws Exception {
    Random random = new Random(1);
    inParallel(random::nextInt, random::nextInt);
  }
}
