package io.racedet.wellformed;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Variables by name, number, member of an object, handle and dense id.
 *
 * <p>The members of an object with a name are the variables whose names consist of that name, a dot
 * and a member. The allocation of an object gives its members new ids, each when it is next used.
 * Not thread-safe.
 */
public final class VariableTable {
  private static final int NO_ID = -1; // yet
  private static final long HAS_NAME = -1;

  private final NameTable names = new NameTable("variable");
  private final NameTable memberNames = new NameTable("member");
  private final NameTable objects;
  private final MemberTable members = new MemberTable();
  private final Long2IntOpenHashMap byMember = new Long2IntOpenHashMap(); // | object | member |

  private int[] current = new int[0]; // by handle: its id
  private long[] memberOf = new long[0]; // by handle: | object | member |, or HAS_NAME
  private int[] handles = new int[16]; // by id
  private int ids;
  private final IntArrayList free = new IntArrayList(); // ids to be used again

  private final IntArrayList droppedIds = new IntArrayList(); // and not yet released

  /** Creates an empty table, for members of the objects of another table. */
  public VariableTable(NameTable objects) {
    this.objects = objects;
    byMember.defaultReturnValue(NameTable.ABSENT);
  }

  /** The handle of the variable with a name, which is added if it is new. */
  public int of(String name) {
    int known = names.find(name);
    if (known != NameTable.ABSENT) {
      return known;
    }
    int handle = add(names.of(name), HAS_NAME);
    members.add(name, handle);
    return handle;
  }

  /** The handle of the variable with a number, which is added if it is new. */
  public int of(long number) {
    int known = names.find(number);
    return known != NameTable.ABSENT ? known : add(names.of(number), HAS_NAME);
  }

  /** The handle of a member of an object, which is added if it is new. */
  public int member(int object, String name) {
    objects.check(object);
    if (!objects.isNumber(object)) {
      return of(objects.name(object) + '.' + name);
    }
    long key = (long) object << Integer.SIZE | memberNames.of(name);
    int known = byMember.get(key);
    if (known != NameTable.ABSENT) {
      return known;
    }
    int handle = add(names.unnamed(), key);
    byMember.put(key, handle);
    members.add(object, handle);
    return handle;
  }

  private int add(int handle, long member) {
    int length = current.length;
    if (handle >= length) {
      current = IntArrays.grow(current, handle + 1);
      Arrays.fill(current, length, current.length, NO_ID);
      memberOf = LongArrays.grow(memberOf, handle + 1);
    }
    memberOf[handle] = member;
    return handle;
  }

  /** The current dense id of a handle. */
  public int id(int handle) {
    int id = handle >= 0 && handle < current.length ? current[handle] : NO_ID;
    return id >= 0 ? id : renew(handle);
  }

  private int renew(int handle) {
    names.check(handle);
    int id = free.isEmpty() ? ids++ : free.popInt();
    if (id >= handles.length) {
      handles = IntArrays.grow(handles, id + 1);
    }
    handles[id] = handle;
    current[handle] = id;
    return id;
  }

  /** Drops the ids of the members of an object: from now on they are others. */
  public void allocate(int object) {
    IntList all = members(object);
    for (int i = 0; i < all.size(); i++) {
      dropId(all.getInt(i));
    }
  }

  private IntList members(int object) {
    return objects.isNumber(object) ? members.of(object) : members.of(objects.name(object));
  }

  private void dropId(int handle) {
    if (current[handle] != NO_ID) {
      droppedIds.add(current[handle]);
      current[handle] = NO_ID;
    }
  }

  /** Forgets the members of an object, which has not been forgotten yet. */
  public void forgetMembers(int object) {
    IntList all = members(object);
    while (!all.isEmpty()) {
      forget(all.getInt(all.size() - 1));
    }
  }

  /** Forgets a variable: its name, number or member is that of another one from now on. */
  public void forget(int handle) {
    names.forget(handle);
    long member = memberOf[handle];
    boolean wasLast = members.remove(handle);
    if (member != HAS_NAME) {
      byMember.remove(member);
    }
    if (wasLast && member != HAS_NAME) {
      members.removeObject((int) (member >>> Integer.SIZE));
    } else if (wasLast) {
      members.removeObject(names.name(handle));
    }
    dropId(handle);
  }

  /** The ids that no later event uses for what they were, until {@link #release}. */
  public IntList droppedIds() {
    return droppedIds;
  }

  /** Lets the dropped ids and handles be used again. */
  public void release() {
    free.addAll(droppedIds);
    droppedIds.clear();
    names.release(new BitSet());
  }

  /** The name of the variable with a dense id. */
  public String nameOfId(int id) {
    return name(handles[id]);
  }

  /** The name of a handle. */
  public String name(int handle) {
    long member = memberOf[handle];
    return member == HAS_NAME
        ? names.name(handle)
        : objects.name((int) (member >>> Integer.SIZE)) + '.' + memberNames.name((int) member);
  }
}
