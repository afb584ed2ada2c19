-- What a repeated key is told from now on; with a look that reached everything nothing is left of it.
with answered as (
    update applied_command set answer = :answer
    where person_id = :person_id and key = cast(:key as text) and answer <> '' and cast(:answer as text) <> ''
)
delete from open_look where person_id = :person_id and id = :id and cast(:done as boolean)
