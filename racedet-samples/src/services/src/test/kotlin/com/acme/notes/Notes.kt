package com.acme.notes

import io.ktor.http.HttpStatusCode
import io.ktor.server.application.Application
import io.ktor.server.request.receiveText
import io.ktor.server.response.respond
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.post
import io.ktor.server.routing.routing
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext

data class Note(val id: Int, val text: String)

/** Correct: guarded by a mutex, an atomic, a concurrent map, a monitor. */
class NoteStore {
    private val mutex = Mutex()
    private val notes = mutableListOf<Note>()
    private val ids = AtomicInteger()
    private val byText = ConcurrentHashMap<String, Int>()
    private var changes = 0

    suspend fun add(text: String): Note = mutex.withLock {
        val note = Note(ids.incrementAndGet(), text)
        notes.add(note)
        byText.merge(text, 1, Int::plus)
        note
    }

    suspend fun all(): List<Note> = mutex.withLock { notes.toList() }

    fun times(text: String) = byText[text] ?: 0

    @Synchronized fun changed() = ++changes
}

/** Careless: plain fields and maps. */
class Visits {
    var count = 0
    val byPath = HashMap<String, Int>()
    private var greeting: String? = null

    fun greeting(): String {
        if (greeting == null) greeting = "hello " + byPath.size
        return greeting!!
    }
}

/** Written by a request, read by the test after the answer. */
class Last { var text: String? = null }

fun Application.notes(store: NoteStore, visits: Visits, last: Last) {
    routing {
        post("/notes") {
            val note = store.add(call.receiveText())
            store.changed()
            call.respondText("${note.id}", status = HttpStatusCode.Created)
        }
        post("/single") {
            last.text = call.receiveText()
            call.respondText("ok")
        }
        get("/notes") { call.respondText(store.all().joinToString { it.text }) }
        get("/slow") {
            val text = StringBuilder("a")
            val parts = ArrayList<String>()
            withContext(Dispatchers.IO) { parts.add("b") }
            delay(2)
            withContext(Dispatchers.Default) { parts.add("c") }
            text.append(parts.joinToString(""))
            call.respondText(text.toString())
        }
        get("/visit") {
            visits.count++
            call.respondText("welcome")
        }
        get("/path") {
            visits.byPath["/path"] = (visits.byPath["/path"] ?: 0) + 1
            call.respondText("welcome")
        }
        get("/greeting") { call.respondText(visits.greeting()) }
    }
}
