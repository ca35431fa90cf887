package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.carrotsearch.hppc.IntIntHashMap;
import com.google.common.collect.HashBiMap;
import io.netty.util.collection.IntObjectHashMap;
import io.racedet.junit.libraries.LibraryCollections;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import kotlin.collections.ArrayDeque;
import kotlinx.coroutines.Job;
import org.agrona.collections.IntHashSet;
import org.apache.commons.collections4.bag.HashBag;
import org.eclipse.collections.impl.list.mutable.FastList;
import org.junit.jupiter.api.Test;

/**
 * Goes through the public classes of the libraries whose collections are recorded: each that holds
 * elements and can change is recorded, or a reason says why not.
 */
class LibrarySurfaceTest {
  private static final String LIST = "not-recorded.txt";
  private static final String BECAUSE = "because ";

  /** Of a library without a collection that is recorded. */
  private static final Class<?> NONE = Job.class;

  private static final List<Class<?>> LIBRARIES =
      List.of(
          ArrayDeque.class,
          NONE,
          HashBiMap.class,
          IntArrayList.class,
          FastList.class,
          IntHashSet.class,
          IntIntHashMap.class,
          HashBag.class);

  /** Of classes that implement no type of the JDK for elements. */
  private static final Pattern HOLDER =
      Pattern.compile(
          ".*(?:List|Set|Map|Queue|Deque|Stack|Bag|Heap|Table|Trie|Graph|Network|Cache|Filter"
              + "|Buffer|Builder)");

  private static Path jarOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Loads the classes apart from those of the tests, which may be instrumented. */
  private static URLClassLoader apart() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  /** The names of the classes of a library. */
  private static Set<String> classes(Class<?> example) throws IOException, URISyntaxException {
    try (ZipFile zip = new ZipFile(jarOf(example).toFile())) {
      return zip.stream()
          .map(ZipEntry::getName)
          .filter(LibrarySurfaceTest::isClass)
          .map(file -> file.substring(0, file.length() - ".class".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static boolean isClass(String file) {
    return file.endsWith(".class")
        && !file.startsWith("META-INF")
        && !file.contains("-info")
        && !file.matches(".*\\$\\d+\\.class"); // without a name in the source
  }

  private static boolean isChanging(String name, ClassLoader loader) {
    try {
      Class<?> type = Class.forName(name, false, loader);
      return isPublic(type) && !type.isInterface() && holdsElements(type) && hasState(type, loader);
    } catch (ClassNotFoundException | LinkageError optional) {
      return false; // of another library, which is not there
    }
  }

  private static boolean isPublic(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
      if (!Modifier.isPublic(at.getModifiers())) {
        return false;
      }
    }
    return true;
  }

  private static boolean holdsElements(Class<?> type) {
    return Stream.of(Iterable.class, Map.class, Iterator.class, Map.Entry.class)
            .anyMatch(held -> held.isAssignableFrom(type))
        || HOLDER.matcher(type.getSimpleName()).matches()
        || type.getPackageName().contains("collect");
  }

  /* In itself, or in a field of it that holds elements. */
  private static boolean hasState(Class<?> type, ClassLoader loader) {
    for (Class<?> at = type; at != null && at.getClassLoader() == loader; at = at.getSuperclass()) {
      for (Field field : at.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && mayChange(field)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean mayChange(Field field) {
    Class<?> type = field.getType();
    return !Modifier.isFinal(field.getModifiers())
        || type.isArray()
        || type == Object.class
        || Stream.of(Iterable.class, Map.class, Iterator.class)
            .anyMatch(held -> held.isAssignableFrom(type));
  }

  private static List<Pattern> listed() throws IOException {
    try (InputStream in = LibrarySurfaceTest.class.getResourceAsStream(LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith(BECAUSE))
          .map(Pattern::compile)
          .toList();
    }
  }

  @Test
  void classThatHoldsElements_isRecordedOrAReasonSaysWhyNot() throws Exception {
    Set<String> open = new LinkedHashSet<>();
    List<Pattern> listed = listed();
    Set<Pattern> stale = new LinkedHashSet<>(listed);
    try (URLClassLoader loader = apart()) {
      for (Class<?> example : LIBRARIES) {
        Map<Boolean, List<String>> names =
            classes(example).stream()
                .collect(Collectors.partitioningBy(LibraryCollections::contains));
        assertThat(names.get(true).isEmpty()).as(example.getName()).isEqualTo(example == NONE);
        for (String name : names.get(false)) {
          if (isChanging(name.replace('/', '.'), loader)) {
            boolean isListed = listed.stream().anyMatch(each -> each.matcher(name).matches());
            if (!isListed) {
              open.add(name);
            }
            stale.removeIf(each -> each.matcher(name).matches());
          }
        }
      }
    }
    assertThat(open).as("neither recorded nor listed").isEmpty();
    assertThat(stale).as("listed, but recorded or unknown").isEmpty();
  }

  /** A library of which a few packages hold collections for users. */
  @Test
  void collectionsOfNetty_areRecorded() throws IOException, URISyntaxException {
    assertThat(classes(IntObjectHashMap.class))
        .filteredOn(name -> name.matches("io/netty/util/collection/\\w+HashMap"))
        .hasSizeGreaterThan(4)
        .allMatch(LibraryCollections::contains);
  }
}
