package io.racedet.junit.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.subjects.Arrays;
import io.racedet.junit.agent.subjects.Clones;
import io.racedet.junit.agent.subjects.Constructors;
import io.racedet.junit.agent.subjects.Fields;
import io.racedet.junit.agent.subjects.Kinds;
import io.racedet.junit.agent.subjects.Monitors;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import org.junit.jupiter.api.Test;

/** Weaves code that javac generates, runs it, and checks which hooks are called. */
class WeavingTest {
  private static final String[] NOISE = {"enter", "exit", "call", "callSite", "allocated"};
  private final WovenSubjects subjects = WovenSubjects.recordingData();

  private Object run(Class<?> subject, String method) throws Throwable {
    return subjects.run(subject, method);
  }

  @Test
  void instanceFields_ofEveryType_areRecorded() throws Throwable {
    assertThat(run(Fields.class, "instance")).isEqualTo("1 1099511627776 0.5 t");
    assertThat(subjects.log(NOISE))
        .containsExactly(
            "freeze",
            "field Fields.number WRITE",
            "after",
            "field Fields.big WRITE",
            "after",
            "field Fields.real WRITE",
            "after",
            "field Fields.text WRITE",
            "after",
            "field Fields.number READ",
            "after",
            "field Fields.big READ",
            "after",
            "field Fields.real READ",
            "after",
            "field Fields.text READ",
            "after");
  }

  @Test
  void volatileFields_areRecordedAsSuch() throws Throwable {
    assertThat(run(Fields.class, "volatiles")).isEqualTo(5L);
    assertThat(subjects.log(NOISE))
        .containsExactly(
            "freeze",
            "volatileField Fields.shared VOLATILE_READ",
            "after",
            "volatileField Fields.shared VOLATILE_WRITE",
            "after",
            "volatileStatic Fields.published VOLATILE_WRITE",
            "after",
            "volatileStatic Fields.published VOLATILE_READ",
            "after",
            "volatileField Fields.shared VOLATILE_READ",
            "after");
  }

  @Test
  void volatileFields_outOfScope_areRecordedAlone() throws Throwable {
    WovenSubjects outOfScope = new WovenSubjects(Depth.SYNC);
    outOfScope.run(Fields.class, "instance");
    assertThat(outOfScope.log()).isEmpty();
    outOfScope.run(Fields.class, "volatiles");
    assertThat(outOfScope.log("after"))
        .containsExactly(
            "volatileField Fields.shared VOLATILE_READ",
            "volatileField Fields.shared VOLATILE_WRITE",
            "volatileStatic Fields.published VOLATILE_WRITE",
            "volatileStatic Fields.published VOLATILE_READ",
            "volatileField Fields.shared VOLATILE_READ");
  }

  @Test
  void finalField_read_receivesWhatConstructorFroze() throws Throwable {
    assertThat(run(Fields.class, "finals")).isEqualTo(4);
    assertThat(subjects.log(NOISE))
        .containsExactly("freeze", "finalField Fields.fixed FINAL_READ", "after");
  }

  @Test
  void staticFields_areRecorded() throws Throwable {
    assertThat(run(Fields.class, "statics")).isEqualTo(1L);
    assertThat(subjects.log("enter", "exit", "after"))
        .containsExactly(
            "staticField Fields.count READ",
            "staticField Fields.count WRITE",
            "staticField Fields.total READ",
            "staticField Fields.count READ",
            "staticField Fields.total WRITE",
            "staticField Fields.total READ");
  }

  @Test
  void accesses_thatOthersCover_haveNoHooks() throws Throwable {
    WovenSubjects reduced = WovenSubjects.withoutCoveredHooks();
    assertThat(reduced.run(Fields.class.getName(), "statics")).isEqualTo(1L);
    assertThat(reduced.log("enter", "exit", "after"))
        .containsExactly(
            "staticField Fields.count READ",
            "staticField Fields.count WRITE",
            "staticField Fields.total READ",
            "staticField Fields.total WRITE");
  }

  @Test
  void inheritedField_throughEitherClass_isOneField() throws Throwable {
    assertThat(run(Fields.class, "inherited")).isEqualTo(9);
    assertThat(subjects.log("enter", "exit", "call", "callSite", "allocated", "after", "freeze"))
        .containsExactly(
            "field FieldsBase.below WRITE",
            "field FieldsBase.below READ",
            "field FieldsBase.below WRITE",
            "field FieldsBase.below READ",
            "staticField FieldsBase.baseCount READ");
  }

  @Test
  void staticField_ofOtherClass_initialisesItBeforeHook() throws Throwable {
    assertThat(run(Fields.class, "ofOtherClass")).isEqualTo(6);
    assertThat(subjects.log())
        .containsExactly(
            "enter Fields.ofOtherClass",
            "enter Fields$Other.<clinit>",
            "staticField Fields.count WRITE",
            "after",
            "classInitialized",
            "exit",
            "staticField Fields$Other.value WRITE",
            "after",
            "staticField Fields$Other.value READ",
            "after",
            "exit");
  }

  @Test
  void methodsThatInitialise_tellSo_ifAnInitialiserMayRun() throws Throwable {
    run(Fields.class, "ofOtherClass");
    assertThat(subjects.initialised()).containsExactly("initialised Fields.ofOtherClass");
  }

  @Test
  void fieldOfNull_throwsAsBefore() throws Throwable {
    assertThatThrownBy(() -> run(Fields.class, "ofNull")).isInstanceOf(NullPointerException.class);
    assertThat(subjects.log())
        .containsExactly("enter Fields.ofNull", "field Fields.number READ", "exit");
  }

  @Test
  void arrayElements_ofEveryType_areRecorded() throws Throwable {
    assertThat(run(Arrays.class, "everyType")).isEqualTo("true 1c345 6.0 7.08");
    assertThat(subjects.log("enter", "exit", "call", "after"))
        .startsWith("allocated")
        .filteredOn(line -> line.startsWith("array"))
        .hasSize(18)
        .allMatch(line -> line.contains(" 1 "))
        .contains("array 1 WRITE", "arrayStore 1 WRITE", "array 1 READ");
  }

  @Test
  void arrayOfArrays_isRecordedAtBothLevels() throws Throwable {
    assertThat(run(Arrays.class, "nested")).isEqualTo(5);
    assertThat(subjects.log("enter", "exit", "after"))
        .containsExactly(
            "allocated",
            "array 1 READ",
            "array 2 READ",
            "array 2 WRITE",
            "array 1 READ",
            "array 2 READ");
  }

  @Test
  void arrayAccess_thatThrows_throwsAsBefore() {
    assertThatThrownBy(() -> run(Arrays.class, "wrongIndex"))
        .isInstanceOf(ArrayIndexOutOfBoundsException.class);
    assertThatThrownBy(() -> run(Arrays.class, "wrongType"))
        .isInstanceOf(ArrayStoreException.class);
  }

  @Test
  void arrayCopies_haveStandIns() throws Throwable {
    assertThat(run(Arrays.class, "copies")).isEqualTo(3);
    assertThat(subjects.standInLog("ArrayCopies")).containsExactly("copy 1 0 2");
    assertThat(subjects.standInLog("ObjectCopies"))
        .containsExactly("clone int[] by class", "cloned true");
  }

  @Test
  void clones_haveHooksAround() throws Throwable {
    assertThat(run(Clones.class, "copies")).isEqualTo(7);
    assertThat(subjects.standInLog("ObjectCopies"))
        .containsExactly(
            "clone Clones",
            "cloned true",
            "clone Clones by class",
            "cloned true",
            "clone long[] by class",
            "cloned true");
  }

  @Test
  void monitor_isEnteredAndExited() throws Throwable {
    assertThat(run(Monitors.class, "block")).isEqualTo(1);
    assertThat(subjects.log("after"))
        .containsExactly(
            "enter Monitors.block",
            "staticField Monitors.OUTER READ",
            "monitorEntering Object",
            "monitorEntered Object",
            "monitorExiting Object",
            "exit");
  }

  @Test
  void monitor_aroundLoop_isEnteredOnce() throws Throwable {
    assertThat(run(Monitors.class, "loopInBlock")).isEqualTo(3);
    assertThat(subjects.log("enter", "exit", "after", "staticField Monitors.OUTER READ"))
        .contains("monitorEntered Object")
        .containsOnlyOnce("monitorEntered Object")
        .containsOnlyOnce("monitorExiting Object");
  }

  @Test
  void nestedMonitors_areExitedInOrder_alsoByExceptions() throws Throwable {
    String[] inOrder = {
      "monitorEntered Object",
      "monitorEntered StringBuilder",
      "monitorExiting StringBuilder",
      "monitorExiting Object"
    };
    String[] rest = {"enter", "exit", "after", "staticField", "monitorEntering", "call"};
    assertThat(run(Monitors.class, "nested")).isEqualTo(2);
    assertThat(subjects.log(rest)).containsExactly(inOrder);
    assertThatThrownBy(() -> run(Monitors.class, "thrown")).hasMessage("inside");
    assertThat(subjects.log(rest)).containsExactly(inOrder);
    assertThat(run(Monitors.class, "nestedWithFinally")).isEqualTo("abcfalsefalse");
    assertThat(subjects.log(rest)).containsSubsequence(inOrder);
  }

  @Test
  void synchronizedMethod_locksClassOrInstance_alsoByException() throws Throwable {
    assertThat(run(Monitors.class, "ofClass")).isEqualTo(1);
    assertThat(subjects.log())
        .containsExactly(
            "enter Monitors.ofClass",
            "enterSynchronized Monitors",
            "exitSynchronized Monitors",
            "exit");
    String[] ofInstance = {
      "enter Monitors.ofInstance",
      "enteringSynchronized Monitors",
      "enterSynchronized Monitors",
      "exitSynchronized Monitors",
      "exit",
      "exit"
    };
    assertThat(run(Monitors.class, "instance")).isEqualTo(2);
    assertThat(subjects.log()).endsWith(ofInstance);
    assertThatThrownBy(() -> run(Monitors.class, "instanceThrows"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(subjects.log("call")).endsWith(ofInstance);
  }

  @Test
  void waits_haveStandIns_whoseExceptionsAreCaught() throws Throwable {
    assertThat(run(Monitors.class, "waits")).isEqualTo("interrupted");
    assertThat(subjects.standInLog("Waits")).containsExactly("wait true", "wait 5", "wait 5 6");
    assertThat(subjects.log("enter", "exit", "after", "staticField", "call"))
        .containsExactly(
            "monitorEntering Object",
            "monitorEntered Object",
            "notifying",
            "notifying",
            "monitorExiting Object");
  }

  @Test
  void constructor_isEnteredWhenNextOneHasReturned() throws Throwable {
    assertThat(run(Constructors.class, "chained")).isEqualTo(3);
    assertThat(subjects.log("after"))
        .containsExactly(
            "enter Constructors.chained",
            "call",
            "callSite",
            "call",
            "enter Constructors.next",
            "exit",
            "enter Constructors.<init>",
            "field Constructors.plain WRITE",
            "freeze",
            "exit",
            "call",
            "enter Constructors.<init>",
            "field Constructors.plain READ",
            "field Constructors.plain WRITE",
            "freeze",
            "exit",
            "allocated",
            "field Constructors.plain READ",
            "exit");
  }

  @Test
  void constructor_withBranchBeforeNextOne_isWoven() throws Throwable {
    assertThat(run(Constructors.class, "branching")).isEqualTo(true);
    assertThat(subjects.log()).contains("finalField Constructors$Derived.outer FINAL_READ");
  }

  @Test
  void constructor_writingBeforeNextOne_isWoven() throws Throwable {
    assertThat(run(Constructors.class, "inner")).isEqualTo(2);
    assertThat(subjects.log("after"))
        .contains("finalField Constructors$Inner.this$0 FINAL_READ")
        .doesNotContain("field Constructors$Inner.this$0 WRITE");
  }

  @Test
  void constructor_thatThrows_isLeft() {
    assertThatThrownBy(() -> run(Constructors.class, "failing"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(subjects)
        .satisfies(
            s ->
                assertThat(s.log("call", "callSite", "after"))
                    .endsWith("enter Constructors$Failing.<init>", "exit", "exit"));
  }

  @Test
  void allocations_areSeen_alsoOfObjectsNotKept() throws Throwable {
    run(Constructors.class, "noDup");
    assertThat(subjects.log()).filteredOn("allocated"::equals).hasSize(3);
  }

  @Test
  void allocations_ofTheJdksObjects_areSeenOfCollectionsOnly() throws Throwable {
    assertThat(run(Constructors.class, "ofTheJdk")).isEqualTo("[] 0 /");
    assertThat(subjects.log()).filteredOn("allocated"::equals).hasSize(1);
  }

  @Test
  void classesOfEveryKind_runAsBefore() throws Throwable {
    assertThat(run(Kinds.class, "everything")).isEqualTo("5 3 Square[side=3] 12");
    assertThat(subjects.leftOut()).isEmpty();
    assertThat(subjects.log())
        .contains("enter Kinds$Shape.twice", "enter Kinds$Shape.once", "enter Kinds$1.get")
        .contains("finalField Kinds$1.val$captured FINAL_READ")
        .contains("staticField Kinds$Shape.LOG READ");
  }

  @Test
  void triesInEveryForm_runAsBefore() throws Throwable {
    assertThat(run(Kinds.class, "tryAll")).isEqualTo("n1e5");
  }

  @Test
  void entries_andExits_balance() throws Throwable {
    for (String method : new String[] {"everything", "tryAll"}) {
      run(Kinds.class, method);
      long enters = subjects.log().stream().filter(line -> line.startsWith("enter ")).count();
      long exits = subjects.log().stream().filter("exit"::equals).count();
      assertThat(enters).isPositive().isEqualTo(exits);
    }
  }

  @Test
  void sites_tellLineAndOrdinal_andStayTheSameWhenWovenAgain() throws Throwable {
    TypeCatalog types = new TypeCatalog();
    SiteTable table = new SiteTable();
    ClassWeaver weaver =
        new ClassWeaver(new WeavingPlan(), types, table, new UserModels(JdkModel.load()));
    byte[] classFile;
    try (var in = Fields.class.getResourceAsStream("Fields.class")) {
      classFile = in.readAllBytes();
    }
    byte[] once = weaver.weave(Fields.class.getClassLoader(), classFile, Depth.DATA).classFile();
    byte[] again = weaver.weave(Fields.class.getClassLoader(), classFile, Depth.DATA).classFile();
    assertThat(again).isEqualTo(once);
    assertThat(table.site(0).method().className()).isEqualTo(Fields.class.getName());
    assertThat(table.site(0).line()).isPositive();
  }
}
