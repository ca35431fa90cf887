package io.racedet.samples.library

import io.racedet.junit.ExpectRace
import io.racedet.junit.RaceCheck
import io.racedet.junit.RaceFree
import java.io.File
import java.util.concurrent.CountDownLatch
import java.util.concurrent.locks.ReentrantLock
import kotlin.concurrent.thread
import kotlin.concurrent.withLock
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

/** A test class in Kotlin, and code that the Kotlin compiler generates. */
class KotlinTest {
  @TempDir lateinit var folder: File

  data class Person(var name: String, var age: Int = 0)

  object Registry {
    var entries = 0
    val lock = ReentrantLock()
  }

  class Lazies {
    val text by lazy { StringBuilder("computed once") }
  }

  class UnsafeLazies {
    val names by lazy(LazyThreadSafetyMode.NONE) { mutableListOf("a", "b") }
  }

  class Inventory {
    private val queue = ArrayDeque<String>()

    fun add(item: String) {
      queue.add(item)
    }

    fun all() = queue.toList()
  }

  class Counter {
    companion object {
      var total = 0
    }

    @Volatile var flag = false
    var data = 0

    @Synchronized
    fun add() {
      data++
    }
  }

  @Test
  @ExpectRace(on = "KotlinTest.Person.age")
  fun `property of data class races`() {
    val person = Person("x")
    RaceCheck.inParallel({ person.age++ }, { person.copy(name = "y") })
  }

  @Test
  @ExpectRace(on = "KotlinTest.Counter.total")
  fun `property of companion races`() {
    RaceCheck.inParallel({ Counter.total++ }, { Counter.total++ })
  }

  @Test
  @ExpectRace(on = "local variable sum of method captured variable races")
  fun `captured variable races`() {
    var sum = 0
    RaceCheck.inParallel({ sum++ }, { sum++ })
    assertThat(sum).isPositive()
  }

  @Test
  @RaceFree(repetitions = 4)
  fun `lazy value, lock of object, and synchronized function race nowhere`() {
    val lazies = Lazies()
    val counter = Counter()
    val block =
        RaceCheck.Block {
          assertThat(lazies.text.length).isEqualTo(13)
          Registry.lock.withLock { Registry.entries++ }
          counter.add()
          synchronized(lazies) { lazies.hashCode() }
        }
    RaceCheck.inParallel(block, block, block)
  }

  @Test
  @RaceFree(repetitions = 4)
  fun `volatile property hands over`() {
    val counter = Counter()
    val writer = thread {
      counter.data = 1
      counter.flag = true
    }
    while (!counter.flag) {
      Thread.yield()
    }
    assertThat(counter.data).isEqualTo(1)
    writer.join()
  }

  @Test
  @RaceFree(repetitions = 4)
  fun `coroutines under a mutex race nowhere`() {
    val person = Person("x")
    runBlocking(Dispatchers.Default) {
      val mutex = Mutex()
      repeat(3) { launch { mutex.withLock { person.age++ } } }
    }
    assertThat(person.age).isEqualTo(3)
  }

  @Test
  @ExpectRace(on = "KotlinTest.Person.age")
  fun `coroutines without a mutex race`() {
    val person = Person("x")
    val running = CountDownLatch(2) // otherwise one thread may run both, one after the other
    runBlocking(Dispatchers.Default) {
      repeat(2) {
        launch {
          running.countDown()
          running.await()
          person.age++
        }
      }
    }
  }

  @Test
  @ExpectRace(on = "KotlinTest.Inventory.queue (ArrayDeque)")
  fun `deque that two threads add to races`() {
    val inventory = Inventory()
    oneAfterTheOther({ inventory.add("a") }, { inventory.add("b") })
  }

  @Test
  @ExpectRace(on = "KotlinTest.Inventory.queue (ArrayDeque)")
  fun `deque that is copied while a thread adds to it races`() {
    val inventory = Inventory()
    oneAfterTheOther({ inventory.add("a") }, { inventory.all() })
  }

  @Test
  @RaceFree(repetitions = 4)
  fun `deque under a lock races nowhere`() {
    val inventory = Inventory()
    val block = RaceCheck.Block { Registry.lock.withLock { inventory.add(inventory.all().toString()) } }
    RaceCheck.inParallel(block, block)
  }

  @Test
  @ExpectRace(on = "UnsafeLazyImpl contents")
  fun `lazy value without a lock races`() {
    val lazies = UnsafeLazies()
    oneAfterTheOther({ lazies.names.size }, { lazies.names.size })
  }

  /* So that neither throws, as both may where they meet. That a file may be executed is nothing that
   * orders threads, as far as racedet sees. */
  private fun oneAfterTheOther(one: () -> Unit, other: () -> Unit) {
    val signal = File(folder, "signal")
    RaceCheck.inParallel(
        {
          one()
          check(signal.createNewFile() && signal.setExecutable(true))
        },
        {
          while (!signal.canExecute()) {
            Thread.yield()
          }
          other()
        })
  }

  @Test
  @ExpectRace(on = "UnsafeLazyImpl contents")
  fun `lazy value without a lock races in coroutines`() {
    val lazies = UnsafeLazies()
    val signal = File(folder, "signal")
    runBlocking(Dispatchers.Default) {
      launch {
        lazies.names.size
        check(signal.createNewFile() && signal.setExecutable(true))
      }
      launch {
        while (!signal.canExecute()) {
          Thread.yield()
        }
        lazies.names.size
      }
    }
  }

  @Test
  @RaceFree(repetitions = 4)
  fun `built list and map that are only read race nowhere`() {
    val list = buildList { add("a") }
    val map = buildMap { put("a", list) }
    val block =
        RaceCheck.Block {
          assertThat(list.first()).isEqualTo("a")
          assertThat(map.keys).hasSize(1)
          assertThat(map.values).hasSize(1)
        }
    RaceCheck.inParallel(block, block)
  }
}
