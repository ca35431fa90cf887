package io.racedet.junit.agent.weave.calls;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.runtime.log.OpCodes;
import java.util.List;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HolderCallsTest {
  @ParameterizedTest
  @CsvSource({
    "com/x/IntList, add, (I)V, WRITE",
    "com/x/IntList, get, (I)I, READ",
    "com/x/Outer$ByteTrie, put, ([BI)Z, WRITE",
    "gnu/trove/map/hash/TIntIntHashMap, adjustValue, (II)Z, READ",
    "gnu/trove/map/hash/TIntIntHashMap, removeAt, (I)V, WRITE",
    "io/vavr/collection/HashMap, put, (Ljava/lang/Object;Ljava/lang/Object;)Lio/vavr/collection/HashMap;, READ",
    "com/x/IntQueue, settle, ()V, READ"
  })
  void method_changesByItsName(String owner, String name, String descriptor, String op) {
    int expected = op.equals("WRITE") ? OpCodes.WRITE : OpCodes.READ;
    assertThat(of(Opcodes.INVOKEVIRTUAL, owner, name, descriptor).accesses())
        .isEqualTo(List.of(new StateCall.Unseen(expected)));
    assertThat(of(Opcodes.INVOKEINTERFACE, owner, name, descriptor)).isNotNull();
    assertThat(of(Opcodes.INVOKESTATIC, owner, name, descriptor)).isNull();
    assertThat(of(Opcodes.INVOKESPECIAL, owner, name, descriptor)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "com/x/Account",
    "com/x/Listener",
    "com/x/MapReader",
    "com/x/Settings",
    "com/x/collect/Agent",
    "com/x/collector/deep/Agent",
    "com/google/common/collect/ConcurrentHashMultiset"
  })
  void otherClass_hasNone(String owner) {
    assertThat(of(Opcodes.INVOKEVIRTUAL, owner, "add", "(I)V")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "com/x/Shelf, add, WRITE",
    "com/x/Shelf, size, READ",
    "com/x/Shelf, getFirst, READ",
    "com/x/Shelf, dust,",
    "com/google/common/collect/ConcurrentHashMultiset, add,"
  })
  void collectionOfAnotherName_hasThoseOfCollections(String owner, String name, String op) {
    StateCall call = HolderCalls.of(Opcodes.INVOKEVIRTUAL, owner, name, "()V", type -> true);
    if (op == null) {
      assertThat(call).isNull();
    } else {
      int expected = op.equals("WRITE") ? OpCodes.WRITE : OpCodes.READ;
      assertThat(call.accesses()).isEqualTo(List.of(new StateCall.Unseen(expected)));
    }
  }

  /** A call of a class that is a collection by its name at most. */
  private static StateCall of(int opcode, String owner, String name, String descriptor) {
    return HolderCalls.of(opcode, owner, name, descriptor, type -> false);
  }
}
