package io.racedet.report.record;

import io.racedet.report.Conflict;
import io.racedet.report.Evidence;
import io.racedet.report.Finding;
import io.racedet.report.History;
import io.racedet.report.KnownRace;
import io.racedet.report.Position;
import io.racedet.report.RaceKey;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.RunReport;
import io.racedet.report.TestRun;
import io.racedet.report.WitnessOrder;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The JSON format of one class of records: a field for each component. A component that is one of
 * the {@link #INLINED} records is no field; the fields of that record are in its place.
 */
final class RecordForm {
  /** Fields that files of earlier versions lack. */
  private static final Map<Class<?>, Set<String>> ADDED =
      Map.of(
          RunReport.class, Set.of("deadlocks", "gone"),
          TestRun.class, Set.of("dropped", "limits"),
          Evidence.class, Set.of("remark", "fix"),
          History.class, Set.of("standing", "unlisted"),
          ReportedAccess.class, Set.of("nearest"),
          WitnessOrder.class, Set.of("shown", "sequence"));

  private static final Set<Class<?>> INLINED =
      Set.of(
          Conflict.class,
          Evidence.class,
          History.class,
          Position.class,
          RaceKey.class,
          KnownRace.Seen.class,
          KnownRace.Again.class);

  /** Components that are in no file. */
  private static final Map<Class<?>, Set<String>> LEFT_OUT =
      Map.of(RaceKey.class, Set.of("kind"), ReportedDeadlock.class, Set.of("unlisted"));

  /** The order of fields in files where it is not that of the components. */
  private static final Map<Class<?>, List<String>> ORDER =
      Map.of(
          ReportedRace.class,
          List.of(
              "variable",
              "kind",
              "grade",
              "engine",
              "pairs",
              "first",
              "second",
              "origin",
              "why",
              "remark",
              "fix",
              "timeline"),
          ReportedDeadlock.class,
          List.of("grade"),
          ReportedAccess.class,
          List.of("index", "thread", "write", "atomic", "site", "stack", "locks"),
          ReportedRequest.class,
          List.of("index", "thread", "lock", "shared", "site", "stack", "locks"));

  private static final ClassValue<RecordForm> FORMS =
      new ClassValue<>() {
        @Override
        protected RecordForm computeValue(Class<?> type) {
          return new RecordForm(type);
        }
      };

  /** A field, and the components that lead to its value. */
  record Field(String name, List<RecordComponent> path) {
    Object of(Record value) {
      Object at = value;
      for (RecordComponent component : path) {
        try {
          at = component.getAccessor().invoke(at);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(component + " of " + at, e);
        }
      }
      return at;
    }
  }

  private final Class<?> type;
  private final List<RecordComponent> components;
  private final List<Field> fields = new ArrayList<>();
  private final Set<String> added;

  private RecordForm(Class<?> type) {
    this.type = type;
    Set<String> left = LEFT_OUT.getOrDefault(type, Set.of());
    components =
        Arrays.stream(type.getRecordComponents())
            .filter(component -> !left.contains(component.getName()))
            .toList();
    added = ADDED.getOrDefault(type, Set.of());
    addFields(List.of(), components);
    fields.removeIf(field -> left.contains(field.name()));
    List<String> order = ORDER.getOrDefault(type, List.of());
    fields.sort(
        Comparator.comparingInt(
            field ->
                order.contains(field.name()) ? order.indexOf(field.name()) : Integer.MAX_VALUE));
  }

  private void addFields(List<RecordComponent> before, List<RecordComponent> of) {
    for (RecordComponent component : of) {
      List<RecordComponent> path = new ArrayList<>(before);
      path.add(component);
      if (isInlined(component.getType())) {
        addFields(path, of(component.getType()).components);
      } else {
        fields.add(new Field(component.getName(), path));
      }
    }
  }

  static RecordForm of(Class<?> type) {
    return FORMS.get(type);
  }

  static boolean isInlined(Class<?> type) {
    return INLINED.contains(type);
  }

  /** The components that a file tells. */
  List<RecordComponent> components() {
    return components;
  }

  /** The fields of its object, in their order. */
  List<Field> fields() {
    return fields;
  }

  /** Whether a file may lack a field. */
  boolean isAdded(String field) {
    return added.contains(field);
  }

  /** Fields derived from a record for other readers of the JSON; they are not read back. */
  static Map<String, String> derived(Record value) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (value instanceof Finding finding) {
      fields.put("fingerprint", finding.key().fingerprint());
    }
    if (value instanceof ReportedRace race) {
      fields.put("conflict", race.conflict());
    }
    if (value instanceof ReportedAccess access) {
      fields.put("operation", access.operation());
    }
    return fields;
  }

  /** Whether a record stands for null. */
  static boolean isNone(Record value) {
    return value instanceof ReportedAccess access && !access.isKnown();
  }

  /** The record of a class that stands for null; null if there is none. */
  static Record none(Class<?> type) {
    return type == ReportedAccess.class ? ReportedAccess.UNKNOWN : null;
  }

  /** Makes a record of the values of its components. */
  Record make(Object... values) {
    if (type == RaceKey.class) {
      return RaceKey.ofTexts((String) values[0], (String) values[1], (String) values[2]);
    }
    try {
      Constructor<?> constructor =
          type.getConstructor(
              components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new));
      return (Record) constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " of " + Arrays.toString(values), e);
    }
  }
}
